//! Recognises and converts the encoding of a file.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};
use std::borrow::Cow;
use std::io::{self, BufReader, Read};

/// Number of bytes at the beginning of a file from which its encoding is guessed.
const GUESSED_BYTES: usize = 1 << 20;

/// Reader of a file whose line ends are single bytes: UTF-16 is converted to UTF-8, other encodings are left.
pub type ByteReader<R> = BufReader<DecodeReaderBytes<io::Chain<io::Cursor<Vec<u8>>, R>, Vec<u8>>>;

/// Opens a file and guesses the encoding of the parts that are not UTF-8.
///
/// # Errors
/// If the beginning of the file cannot be read.
pub fn open<R: Read>(mut file: R) -> io::Result<(ByteReader<R>, &'static Encoding)> {
    let mut beginning = Vec::new();
    file.by_ref().take(GUESSED_BYTES as u64).read_to_end(&mut beginning)?;
    let guessed = guess(&beginning);
    let wide = wide_encoding(&beginning);
    let whole = io::Cursor::new(beginning).chain(file);
    let decoded = DecodeReaderBytesBuilder::new().encoding(wide).utf8_passthru(true).bom_sniffing(true).build(whole);
    Ok((BufReader::with_capacity(1 << 16, decoded), guessed))
}

/// Returns a text in memory, whatever its encoding. UTF-8 is not copied.
///
/// # Examples
/// ```
/// use quirkat_records::decode_text;
/// use quirkat_rules::Pdn;
///
/// let text = decode_text(b"[White \"Andr\xe9\"] 1. 32-28 *");
/// assert_eq!(Pdn::entries(&text).next().unwrap().pdn.tag("White"), Some("André"));
/// ```
pub fn decode_text(bytes: &[u8]) -> Cow<'_, str> {
    let by_mark = Encoding::for_bom(bytes).map(|(encoding, length)| (encoding, &bytes[length..]));
    let marked = by_mark.or_else(|| Some((wide_encoding(bytes)?, bytes)));
    match (marked, str::from_utf8(bytes)) {
        (Some((encoding, rest)), _) => encoding.decode_without_bom_handling(rest).0,
        (None, Ok(text)) => Cow::Borrowed(text),
        (None, Err(_)) => guess(bytes).decode_without_bom_handling(bytes).0,
    }
}

/// Guesses the encoding of bytes that are not UTF-8.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Returns the kind of UTF-16 without a byte order mark, whose ASCII letters have an empty byte.
fn wide_encoding(beginning: &[u8]) -> Option<&'static Encoding> {
    match beginning {
        [0, letter, 0, other, ..] if *letter != 0 && *other != 0 => Some(UTF_16BE),
        [letter, 0, other, 0, ..] if *letter != 0 && *other != 0 => Some(UTF_16LE),
        _ => None,
    }
}

/// Returns bytes as text: in UTF-8 if they are, otherwise in the other encoding.
pub fn decode(bytes: Vec<u8>, otherwise: &'static Encoding) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| otherwise.decode_without_bom_handling(error.as_bytes()).0.into_owned())
}
