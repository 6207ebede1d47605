//! Whether what goes to a database and comes back is encrypted, and by what it is known: the `sslmode` and `sslrootcert` of
//! an address, which mean here what they mean to PostgreSQL's own programs.

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Whom a connection reaches, and who may read it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Encryption {
    /// `disable`, and where nothing is said: whoever is on the way reads it.
    #[default]
    None,
    /// `require`: whoever only listens on the way reads nothing, whoever answers in the database's place reads all.
    Unknown,
    /// `verify-full`: the database shows a certificate for the host's name, by one of the authorities of this file, or of
    /// those that the system trusts.
    Verified(Option<PathBuf>),
}

impl Encryption {
    /// What two parameters of an address say.
    ///
    /// # Errors
    /// When they say what is not known or does not go together, in words.
    pub fn read(mode: Option<&str>, authorities: Option<&str>) -> Result<Encryption, String> {
        let encryption = match mode {
            None | Some("disable") => Encryption::None,
            Some("require") => Encryption::Unknown,
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

    /// What makes connections so.
    ///
    /// # Errors
    /// When there are no authorities to trust, in words.
    pub fn connector(&self) -> Result<MakeRustlsConnect, String> {
        let provider = Arc::new(ring::default_provider());
        let verifier: Arc<dyn ServerCertVerifier> = match self {
            Encryption::None | Encryption::Unknown => Arc::new(Anybody(Arc::clone(&provider))),
            Encryption::Verified(file) => {
                let authorities = Arc::new(file.as_deref().map_or_else(trusted, authorities)?);
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

/// The authorities of a file.
fn authorities(file: &Path) -> Result<RootCertStore, String> {
    let named = |error: &dyn std::fmt::Display| format!("sslrootcert {}: {error}", file.display());
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| named(&error))? {
        store.add(certificate.map_err(|error| named(&error))?).map_err(|error| named(&error))?;
    }
    if store.is_empty() { Err(named(&"there is no certificate in it")) } else { Ok(store) }
}

/// The authorities that the system trusts.
fn trusted() -> Result<RootCertStore, String> {
    let found = rustls_native_certs::load_native_certs();
    let mut store = RootCertStore::empty();
    // Systems have some that nobody can read any more.
    let (number, _) = store.add_parsable_certificates(found.certs);
    if number == 0 {
        return Err("this system trusts no certificates: name a file of them by sslrootcert".to_owned());
    }
    Ok(store)
}

/// Takes the certificate of whoever answers; only that they hold its key is looked at.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
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
