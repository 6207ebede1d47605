//! TLS for connections to a database: the parameters `sslmode` and `sslrootcert` of an address, with the same meaning as in
//! PostgreSQL's own programs.

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Encryption of a connection, and verification of the server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Encryption {
    /// `disable`, the default: the connection is not encrypted.
    #[default]
    None,
    /// `require`: the connection is encrypted, but the server is not verified. This stops eavesdroppers, not impostors.
    Unverified,
    /// `verify-full`: the server must have a certificate for its host name, issued by an authority in this file, or by one that
    /// the system trusts.
    Verified(Option<PathBuf>),
}

impl Encryption {
    /// Parses the two parameters of an address.
    ///
    /// # Errors
    /// When a value is unknown, or the two do not go together.
    pub fn parse(mode: Option<&str>, authorities: Option<&str>) -> Result<Encryption, String> {
        let encryption = match mode {
            None | Some("disable") => Encryption::None,
            Some("require") => Encryption::Unverified,
            Some("verify-full") => {
                return Ok(Encryption::Verified(authorities.filter(|file| *file != "system").map(PathBuf::from)));
            }
            Some(_) => return Err("sslmode: allowed: disable, require, verify-full".to_owned()),
        };
        match authorities {
            Some(_) => Err("sslrootcert is for sslmode=verify-full: nothing else looks at certificates".to_owned()),
            None => Ok(encryption),
        }
    }

    /// Returns the TLS connector.
    ///
    /// # Errors
    /// When there are no certificate authorities to trust.
    pub fn connector(&self) -> Result<MakeRustlsConnect, String> {
        let provider = Arc::new(ring::default_provider());
        let verifier: Arc<dyn ServerCertVerifier> = match self {
            Encryption::None | Encryption::Unverified => Arc::new(AcceptAnyServer(Arc::clone(&provider))),
            Encryption::Verified(file) => {
                let authorities = Arc::new(file.as_deref().map_or_else(system_authorities, read_authorities)?);
                WebPkiServerVerifier::builder_with_provider(authorities, Arc::clone(&provider))
                    .build()
                    .map_err(|error| error.to_string())?
            }
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }
}

/// Reads the certificate authorities in a file.
fn read_authorities(file: &Path) -> Result<RootCertStore, String> {
    let named = |error: &dyn std::fmt::Display| format!("sslrootcert {}: {error}", file.display());
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| named(&error))? {
        store.add(certificate.map_err(|error| named(&error))?).map_err(|error| named(&error))?;
    }
    if store.is_empty() { Err(named(&"there is no certificate in it")) } else { Ok(store) }
}

/// Returns the certificate authorities that the system trusts.
fn system_authorities() -> Result<RootCertStore, String> {
    let found = rustls_native_certs::load_native_certs();
    let mut store = RootCertStore::empty();
    // Systems contain some certificates in outdated formats.
    let (number, _) = store.add_parsable_certificates(found.certs);
    if number == 0 {
        return Err("this system trusts no certificates: name a file of them by sslrootcert".to_owned());
    }
    Ok(store)
}

/// Verifier that accepts any certificate; the server only has to prove that it has the certificate's key.
#[derive(Debug)]
struct AcceptAnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AcceptAnyServer {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
