//! The networks that come with the engine.

use super::Network;
use quirkat_rules::Ruleset;
use std::sync::OnceLock;

/// The games and variants that networks were trained in, with their files, embedded.
macro_rules! files {
    ($($game:literal $variant:literal,)*) => {
        &[$(($game, $variant, include_bytes!(concat!("../../networks/", $game, ".", $variant, ".network"))),)*]
    };
}

/// Each made by `quirkat train` with the command that stands in it.
const FILES: &[(&str, &str, &[u8])] = files![];

impl Network {
    /// The network that comes with the engine for these rules: that of the variant, or of another variant of the game. No
    /// network is made for a board of another size; an engine does not take it.
    pub fn of(ruleset: &Ruleset) -> Option<&'static Network> {
        // A file is read when its network is first asked for.
        static NETWORKS: [OnceLock<Network>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
        let of_game = || FILES.iter().zip(&NETWORKS).filter(|((game, ..), _)| *game == ruleset.game);
        let own = of_game().find(|((_, variant, _), _)| *variant == ruleset.variant);
        let ((.., bytes), network) = own.or_else(|| of_game().next())?;
        Some(network.get_or_init(|| Network::read(bytes).unwrap_or_else(|error| panic!("{error}"))))
    }
}
