//! Addresses as QR codes, which telephones read from paper.

use super::order::PrintError;
use super::picture::Picture;
use qrcodegen::{QrCode, QrCodeEcc};

/// The white around a code, in its squares, as ISO/IEC 18004 wants it.
const QUIET: i32 = 4;

/// The code of an address; none where it is too long for one. It is legible where an eighth of it is dirty.
///
/// # Errors
/// When it cannot be drawn.
pub fn code(address: &str) -> Result<Option<Picture>, PrintError> {
    let Ok(code) = QrCode::encode_text(address, QrCodeEcc::Medium) else { return Ok(None) };
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
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\"><path fill=\"#000\" d=\"{path}\"/></svg>"
    );
    Picture::new(&svg).map(Some)
}
