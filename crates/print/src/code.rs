//! Addresses as QR codes, which telephones read from paper.

use super::order::PrintError;
use super::picture::Picture;
use qrcodegen::{QrCode, QrCodeEcc};

/// The white around a code, in its squares, as ISO/IEC 18004 wants it.
const QUIET: i32 = 4;

/// The dark squares of a code, for whoever draws it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares {
    /// So many squares it is wide and high, with the white around it.
    pub side: i32,
    /// The dark ones, as the path of a drawing in SVG.
    pub path: String,
}

/// The code of an address as squares; none where it is too long for one. It is legible where an eighth of it is dirty.
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

/// The code of an address; none where it is too long for one.
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
