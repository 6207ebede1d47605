//! Quirkat in a browser, as people use it: the real binary, a real Chromium, real clicks and keys.
//!
//! What is asserted is what can be seen. The tests need Chromium and its driver; without them they fail and say so.
//! `QUIRKAT_AXE` names `axe.min.js` for the test of accessibility, `QUIRKAT_SHOTS` a folder for pictures of the pages.

mod analysis;
mod browser;
mod entering;
mod friends;
mod games;
mod languages;
mod looks;
mod play;
mod proxy;
mod stage;
