"""The terms of a game by mail: CREATE, LIST, the first letter, deadlines, grace, days off."""

from __future__ import annotations

import pytest

from adjudicator.app.post.commands.create import OPTIONS
from adjudicator.notation.record import BadOptionText, read_options
from adjudicator.storage import seats
from tests.app.mail.desk import ANNA, BEN, BLUE_LINE, DAY, HOUR, Desk, subjects, text_of


def begin(desk: Desk, terms: str) -> None:
    desk.register(ANNA, "Anna")
    desk.register(BEN, "Ben")
    desk.write(ANNA, f"CREATE standard {terms} blue")
    desk.write(BEN, "JOIN 1")


def test_a_game_keeps_the_terms_it_was_opened_with(desk: Desk) -> None:
    begin(desk, "Target=7 grace=12h DAYS=2,0 off=sun,SAT anonymous=yes")
    assert desk.here().game.terms == "days=2 off=sat,sun grace=12h anonymous=yes"
    assert desk.here().state.rules.options.target == 7
    assert desk.is_genuine()
    opening = text_of(next(m for m in desk.letters(BEN) if "begins" in m["Subject"]))
    assert (
        "Agreed: Days for each answer: 2. Days off in the week: Saturday, Sunday. Hours of grace"
        " after a deadline: 12. Anonymous press is allowed." in opening
    )
    assert "answer by Wednesday 4 March 2026, 12:00 (UTC)" in opening


def test_list_shows_terms_only_if_there_are_any(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.write(ANNA, "CREATE standard")
    assert "Agreed" not in text_of(desk.write(BEN, "LIST")[0])
    desk.write(ANNA, "CREATE standard days=0.5")
    assert "Agreed: Days for each answer: 0.5." in text_of(desk.write(BEN, "LIST")[0])


def test_create_knows_every_option_of_the_rules() -> None:
    with pytest.raises(BadOptionText) as refused:
        read_options("speed=9")
    known = str(refused.value).partition("known: ")[2].split(", ")
    assert {name.partition(".")[0] for name in known} == set(OPTIONS)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("days=99", "days=99 is not possible: write a number from 0.05 to 30."),
        ("days=2 days=3", "The option days is given twice."),
        ("off=holidays", "off=holidays is not possible"),
        ("grace=lots", "grace=lots is not possible"),
        ("anonymous=1", "anonymous=1 is not possible: write yes or no."),
        ("speed=9", "There is no option speed; known are target, memory, handicap, removed, pair,"),
        ("target=99", "target"),
        ("=5", "There is no option ; known are"),
        ("atlantis", "CREATE does not know the word atlantis."),
    ],
)
def test_a_game_that_cannot_be_had_is_not_opened(desk: Desk, words: str, said: str) -> None:
    desk.register(ANNA, "Anna")
    (receipt,) = desk.write(ANNA, f"CREATE standard {words}")
    assert "Refused" in receipt["Subject"]
    assert said in text_of(receipt)
    with desk.store.reading() as db:
        assert seats.open_proposals(db) == []


def test_a_refusal_is_in_the_language_of_its_reader(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.write(ANNA, "LANGUAGE de")
    (receipt,) = desk.write(ANNA, "CREATE standard days=99")
    assert "days=99 ist nicht möglich" in text_of(receipt)


def test_a_long_number_names_no_game(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    (receipt,) = desk.write(ANNA, "JOIN " + "9" * 5000)
    assert "Please name the game" in text_of(receipt)


def test_the_days_of_the_game_count_not_those_of_the_host(desk: Desk) -> None:
    begin(desk, "days=1")
    desk.answer(ANNA, BLUE_LINE)
    desk.later(15 * HOUR)
    assert desk.remind() == 0
    desk.later(2 * HOUR)
    assert (desk.remind(), desk.remind()) == (1, 0)
    desk.later(7 * HOUR)
    assert desk.time_out() == 0
    desk.later(HOUR)
    assert desk.time_out() == 1


def test_a_game_with_more_days_than_the_host_gives(desk: Desk) -> None:
    begin(desk, "days=10")
    desk.later(6 * DAY)
    assert (desk.remind(), desk.time_out()) == (0, 0)
    desk.later(DAY)
    assert (desk.remind(), desk.time_out()) == (2, 0)


def test_each_player_has_his_own_weekend(desk: Desk) -> None:
    """Monday noon and five days more: the weekend begins in Tokyo nine hours sooner."""
    desk.register(ANNA, "Anna")
    desk.register(BEN, "Ben")
    desk.write(BEN, "ZONE Asia/Tokyo")
    desk.write(ANNA, "CREATE standard days=5 off=sat,sun blue")
    desk.write(BEN, "JOIN 1")
    hers, his = (
        next(text_of(m) for m in desk.letters(who) if "begins" in m["Subject"])
        for who in (ANNA, BEN)
    )
    assert "by Monday 9 March 2026, 12:00 (UTC)" in hers
    assert "by Monday 9 March 2026, 21:00 (Asia/Tokyo)" in his
    desk.later(4 * DAY + 4 * HOUR)  # Friday 16:00, in Tokyo Saturday
    assert desk.remind() == 1, "nobody is reminded on his day off"
    assert "anna" in subjects(desk.letters())[-1]


def test_nobody_times_out_on_a_day_off(desk: Desk) -> None:
    begin(desk, "days=4.5 off=sat,sun")  # up to the last moment of Friday
    desk.later(5 * DAY)
    assert desk.time_out() == 0
    desk.later(2 * DAY)
    assert desk.time_out() == 2


def test_grace_comes_before_the_default(desk: Desk) -> None:
    begin(desk, "grace=12h")
    desk.answer(ANNA, BLUE_LINE)
    desk.later(2 * DAY + HOUR)
    assert desk.remind() == 1
    reminder = text_of(desk.letters(BEN)[-1])
    assert "Please answer by Thursday 5 March 2026, 12:00 (UTC)." in reminder
    assert "if no answer has come by Friday 6 March 2026, 00:00 (UTC)" in reminder
    desk.later(DAY)
    assert (desk.time_out(), desk.remind()) == (0, 0)
    desk.later(10 * HOUR)
    assert desk.time_out() == 0
    desk.later(2 * HOUR)
    assert desk.time_out() == 1
    notice = text_of(desk.letters(BEN)[-1])
    assert "The time of grace after it has passed as well." in notice
    assert "No mail of yours had come" in notice


def test_an_answer_in_the_time_of_grace_counts(desk: Desk) -> None:
    begin(desk, "grace=12h")
    desk.answer(ANNA, BLUE_LINE)
    desk.later(3 * DAY + HOUR)
    receipt = desk.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")[0]
    assert "Received" in receipt["Subject"]


def test_who_comes_back_late_is_reminded_in_the_time_of_grace(desk: Desk) -> None:
    begin(desk, "grace=2d")
    desk.later(3 * DAY + HOUR)
    assert desk.remind() == 2


# -- absences ---------------------------------------------------------------------------------


def test_the_others_are_told_of_an_absence_once(desk: Desk) -> None:
    begin(desk, "")
    desk.write(ANNA, "CREATE standard blue")
    desk.write(BEN, "JOIN 2")
    letters = desk.answer(BEN, "ABSENCE 2026-03-04 TO 2026-03-10")
    told = next(m for m in letters if m["To"].endswith(f"{ANNA}>"))
    assert told["Subject"] == "[DT] Ben is away"
    assert "4 March 2026 to 10 March 2026" in text_of(told)
    assert "Games: 1, 2" in text_of(told)
    assert len(letters) == 2, "one letter for all games, and the receipt"
    letters = desk.answer(BEN, "ABSENCE CANCEL")
    told = next(m for m in letters if m["To"].endswith(f"{ANNA}>"))
    assert told["Subject"] == "[DT] Ben is not away"


def test_nobody_is_told_of_an_absence_from_a_game_that_is_over(desk: Desk) -> None:
    begin(desk, "")
    desk.answer(ANNA, "RESIGN")
    (receipt,) = desk.answer(BEN, "ABSENCE 2026-03-04 TO 2026-03-10")
    assert "You are away from" in text_of(receipt)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ABSENCE CANCEL", "Sie haben keine Abwesenheit angekündigt"),
        ("ABSENCE 2026-03-10 TO 2026-03-04", "Eine Abwesenheit endet heute oder später"),
        ("ABSENCE 2029-03-10", "Eine Abwesenheit beginnt innerhalb eines Jahres"),
    ],
)
def test_refused_absences_are_translated(desk: Desk, line: str, said: str) -> None:
    begin(desk, "")
    desk.write(ANNA, "LANGUAGE de")
    (receipt,) = desk.answer(ANNA, line)
    assert said in text_of(receipt)
