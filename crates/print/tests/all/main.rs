//! Tests printed pages as shapes and as pictures. The tests in `pdf` read the PDF files.

mod animation;
mod code;
mod counters;
mod print;
