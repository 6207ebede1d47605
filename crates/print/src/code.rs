//! Web addresses as QR codes, for reading by telephones.

use super::order::PrintError;
use super::picture::Picture;
use qrcodegen::{QrCode, QrCodeEcc};

/// Quiet zone around a code in modules, as ISO/IEC 18004 requires.
const QUIET: i32 = 4;

/// The dark modules of a QR code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares {
    /// Width and height in modules, including the quiet zone.
    pub side: i32,
    /// Dark modules as the data of an SVG path.
    pub path: String,
}

/// Encodes an address as a QR code. Returns nothing where the address is too long. The code remains readable when up to
/// 15 % of it is damaged.
///
/// # Examples
/// ```
/// let code = quirkat_print::squares("https://quirkat.example/").unwrap();
/// assert_eq!(code.side, 33);
/// assert!(code.path.starts_with("M4 4h7v1h-7z"));
/// ```
pub fn squares(address: &str) -> Option<Squares> {
    let code = QrCode::encode_text(address, QrCodeEcc::Medium).ok()?;
    let side = code.size() + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let dark = (x..code.size()).take_while(|&x| code.get_module(x, y)).count() as i32;
            if dark > 0 {
                path += &format!("M{} {}h{dark}v1h-{dark}z", x + QUIET, y + QUIET);
            }
            x += dark.max(1);
        }
    }
    Some(Squares { side, path })
}

/// Draws the QR code of an address. Returns nothing where the address is too long.
///
/// # Errors
/// When it cannot be drawn.
pub fn code(address: &str) -> Result<Option<Picture>, PrintError> {
    let Some(Squares { side, path }) = squares(address) else { return Ok(None) };
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\"><path fill=\"#000\" d=\"{path}\"/></svg>"
    );
    Picture::new(&svg).map(Some)
}
