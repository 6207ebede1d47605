//! Texts of the errors of printing.

use super::TEXTS;
use crate::measure::Mm;
use crate::order::{MAX_PAGES, PrintError, SPACINGS};
use crate::paper::Paper;
use quirkat_rules::Language;
use quirkat_words::ErrorText;
use quirkat_words::texts::{Slot, digits, text};

impl ErrorText for PrintError {
    fn in_words(&self, language: Language) -> String {
        let say = |key, slots: &[Slot]| TEXTS.say(language, key, slots);
        let length = |slot, length: Mm| text(slot, length.to_string());
        let on = |paper: Paper| text("paper", paper.name());
        match self {
            PrintError::Spacing(found) => {
                let (least, most) = (length("least", *SPACINGS.start()), length("most", *SPACINGS.end()));
                say("refusals.spacing", &[length("found", *found), least, most])
            }
            PrintError::TooManyPages(found) => {
                say("refusals.too_many_pages", &[digits("found", *found), digits("most", MAX_PAGES)])
            }
            PrintError::CounterTooLarge(width, paper) => {
                say("refusals.counter_too_large", &[length("width", *width), on(*paper)])
            }
            PrintError::TooLargeForPocket(side) => {
                say("refusals.too_large_for_pocket", &[length("side", *side), length("least", *SPACINGS.start())])
            }
            PrintError::TooSmall(paper) => say("refusals.too_small", &[on(*paper)]),
            PrintError::TooLong(sheets, paper) => say("refusals.too_long", &[digits("sheets", *sheets), on(*paper)]),
            PrintError::Rules(error) => error.in_words(language),
            PrintError::TooManyDots(pages) => say("refusals.too_many_dots", &[digits("pages", *pages)]),
            PrintError::Broken(why) => say("refusals.broken", &[text("why", why)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_equals_the_english_text() {
        let errors = [
            PrintError::Spacing(Mm::whole(200)),
            PrintError::TooManyPages(99),
            PrintError::CounterTooLarge(Mm::whole(90), Paper::A5),
            PrintError::TooLargeForPocket(Mm::whole(90)),
            PrintError::TooSmall(Paper::A5),
            PrintError::TooLong(4, Paper::A5),
            PrintError::TooManyDots(70),
            PrintError::Broken("why".to_owned()),
        ];
        for error in errors {
            assert_eq!(error.in_words(Language::En), error.to_string());
        }
    }
}
