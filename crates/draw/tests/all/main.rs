//! Tests of drawings for the terminal and in SVG in one program: shared parts are compiled once, and tests of all
//! modules run in parallel.

mod curve;
mod examples;
mod family;
mod looks;
mod pictures;
mod svg;
