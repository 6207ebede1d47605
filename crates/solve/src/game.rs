//! What solvers need of a game: laws, positions, moves and predecessors.

mod any;
mod end;
mod law;
mod material_law;
mod mills_law;
mod moves;
mod placing_law;
mod points;
mod position;
mod signature;

pub use any::AnyLaw;
pub(crate) use end::{EndDetector, for_each_turn, value_at_end};
pub use law::{ChainRule, EndlessPlay, LawError, MAX_BOARD_POINTS, ManLeap, MenLaw};
pub use material_law::MaterialLaw;
pub(crate) use material_law::PointImages;
pub(crate) use mills_law::{FLYING, MillsLaw};
pub(crate) use moves::MenMoves;
pub(crate) use placing_law::PlacingLaw;
pub(crate) use points::members;
pub use points::{PointMap, PointSet};
pub use position::MenPosition;
pub use signature::{MaterialSignature, SignatureError};
