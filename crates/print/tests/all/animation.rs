//! Tests animations, as a decoder shows them.

use gif::{ColorOutput, DecodeOptions, DisposalMethod};
use quirkat_draw::Scene;
use quirkat_draw::svg::{self, Materials, Palette};
use quirkat_print::{gif as animated, png};
use quirkat_rules::{AnyGame, AnyRules, find_game};

/// Plays the first legal moves of a game.
fn game(title: &str, plies: usize) -> AnyGame {
    let ruleset = find_game(title).unwrap().ruleset(None, &[]).unwrap();
    let mut game = AnyRules::compile(ruleset).unwrap().new_game();
    for _ in 0..plies {
        let turn = game.turns().unwrap().swap_remove(0);
        game.play(&turn).unwrap();
    }
    game
}

/// Decodes a GIF: the size, and the RGBA pixels and the delay of each picture as a viewer shows it.
fn shown(bytes: &[u8]) -> ([usize; 2], Vec<(Vec<u8>, u16)>) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let size = [decoder.width(), decoder.height()].map(usize::from);
    let mut canvas = vec![0; size[0] * size[1] * 4];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        for (row, pixels) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
            for (column, pixel) in pixels.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let place = (usize::from(frame.top) + row) * size[0] + usize::from(frame.left) + column;
                canvas[place * 4..place * 4 + 4].copy_from_slice(pixel);
            }
        }
        pictures.push((canvas.clone(), frame.delay));
    }
    (size, pictures)
}

#[test]
fn every_position_is_shown_as_in_its_own_picture() {
    for (title, plies) in [("alquerque", 3), ("fanorona", 2), ("dama", 4)] {
        let game = game(title, plies);
        let scenes: Vec<_> = (0..=plies).map(|ply| Scene::of_ply(&game, ply)).collect();
        let (size, pictures) = shown(&animated::animation(&scenes, Palette::Fixed(Materials::default()), 200).unwrap());
        assert_eq!(pictures.len(), scenes.len(), "{title}");
        let delays: Vec<_> = pictures.iter().map(|(_, delay)| *delay).collect();
        assert!(delays[..plies].iter().all(|delay| *delay == delays[0]) && delays[plies] > delays[0]);
        let last = svg::picture(&scenes[plies], "", Palette::Fixed(Materials::default()));
        let mut reader =
            ::png::Decoder::new(std::io::Cursor::new(png::from_svg(&last, 200).unwrap())).read_info().unwrap();
        let mut expected = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut expected).unwrap();
        let info = reader.info();
        assert_eq!(size, [info.width, info.height].map(|length| length as usize), "{title}");
        let found = &pictures[plies].0;
        let difference: u64 = found.iter().zip(&expected).map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
        let mean = difference as f64 / found.len() as f64;
        assert!(mean < 4.0, "{title}: a mean difference of {mean} of 255");
        for pair in pictures.windows(2) {
            assert!(pair[0].0 != pair[1].0, "{title}: a move changes the picture");
        }
    }
}

#[test]
fn all_positions_share_the_frame_of_the_largest() {
    // Towers grow above the board, and men leave the hand.
    for (title, plies) in [("lasca", 12), ("alquerque-de-tres", 6)] {
        let game = game(title, plies);
        let scenes: Vec<_> = (0..=plies).map(|ply| Scene::of_ply(&game, ply)).collect();
        let rooms = scenes.iter().map(|scene| svg::room(scene, Palette::Fixed(Materials::default())));
        let [width, height] =
            rooms.fold([0, 0], |most, [_, _, width, height]| [most[0].max(width), most[1].max(height)]);
        let (size, pictures) = shown(&animated::animation(&scenes, Palette::Fixed(Materials::default()), 200).unwrap());
        let shape = size[0] as f64 / size[1] as f64 * f64::from(height) / f64::from(width);
        assert!((shape - 1.0).abs() < 0.02, "{title}: {size:?} for {width} × {height}");
        assert_eq!(pictures.len(), scenes.len(), "{title}");
    }
}

#[test]
fn unchanged_pixels_take_no_space() {
    let game = game("international", 4);
    let scenes: Vec<_> = (0..=4).map(|ply| Scene::of_ply(&game, ply)).collect();
    let size = |scenes: &[Scene]| animated::animation(scenes, Palette::Fixed(Materials::default()), 300).unwrap().len();
    assert!(size(&scenes) < 2 * size(&scenes[..1]));
    assert!(animated::animation(&[], Palette::Fixed(Materials::default()), 300).is_err());
    assert!(animated::animation(&scenes[..1], Palette::Fixed(Materials::default()), 5_000).is_err());
}
