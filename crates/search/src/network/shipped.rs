//! The networks that come with the engine.

use super::Network;
use std::sync::OnceLock;

/// The files of the networks, embedded.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(include_bytes!(concat!("../../networks/", $name, ".network")),)*]
    };
}

/// Each made by `quirkat train` with the command that stands in it.
const FILES: &[&[u8]] = files![];

/// All of them; each is read when it is first asked for.
pub(super) fn shipped() -> impl Iterator<Item = &'static Network> {
    static NETWORKS: [OnceLock<Network>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    NETWORKS
        .iter()
        .zip(FILES)
        .map(|(network, bytes)| network.get_or_init(|| Network::read(bytes).unwrap_or_else(|error| panic!("{error}"))))
}
