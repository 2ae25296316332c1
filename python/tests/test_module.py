"""Tests of the module for Python. Expected values are from the literature, from plain definitions, or what the program prints."""

import functools
import itertools
import json
import multiprocessing
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

import nim_toolkit as nt

try:
    import numpy
except ImportError:
    numpy = None

ROOT = Path(__file__).resolve().parents[2]

# The program that the wheel has brought, or the one that is named.
PROGRAM = os.environ.get("TOOLKIT") or shutil.which("toolkit", path=str(Path(sys.executable).parent))


def mex(numbers):
    return next(n for n in range(len(numbers) + 1) if n not in numbers)


def kayles(count):
    """The first values of Kayles, by its definition: one or two pins are taken, and the rest of the row may be split."""
    values = []
    for n in range(count):
        rests = [n - taken for taken in (1, 2) if taken <= n]
        values.append(mex({values[a] ^ values[rest - a] for rest in rests for a in range(rest + 1)}))
    return values


class Values(unittest.TestCase):
    def test_they_are_those_of_the_definition(self):
        self.assertEqual(list(nt.values("kayles", 300)), kayles(301))

    def test_they_begin_anywhere(self):
        self.assertEqual(list(nt.values("kayles", 300, start=250)), kayles(301)[250:])
        far = 2**64 - 1
        # From heap 71 on, the values repeat after 12 heaps.
        self.assertEqual(list(nt.values("kayles", far, start=far)), [kayles(200)[72 + (far - 72) % 12]])

    def test_each_is_a_number_of_64_bits(self):
        values = nt.Game("nim").values(2**64 - 1, start=2**64 - 2)
        self.assertEqual([int(value) for value in values], [2**64 - 2, 2**64 - 1])

    @unittest.skipIf(numpy is None, "there is no numpy")
    def test_an_array_shares_the_memory_that_was_written(self):
        values = nt.values("kayles", 1000)
        self.assertIsInstance(values, numpy.ndarray)
        self.assertEqual((values.dtype, values.shape), (numpy.uint64, (1001,)))
        self.assertFalse(values.flags.owndata)
        memory = memoryview(values.base)
        values[5] = 77
        self.assertEqual(memory[5], 77)

    def test_without_numpy_they_are_a_memoryview(self):
        code = (
            "import sys; sys.modules['numpy'] = None\n"
            "import nim_toolkit; view = nim_toolkit.values('kayles', 20)\n"
            "assert isinstance(view, memoryview) and view.format == 'Q', view\n"
            "print(view.tolist())"
        )
        found = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
        self.assertEqual(json.loads(found.stdout), kayles(21))

    def test_threads_change_no_value(self):
        one, four = (nt.Game("0.0007", threads=threads).values(5000) for threads in (1, 4))
        self.assertEqual(list(one), list(four))


class Periods(unittest.TestCase):
    def test_known_ones_are_found(self):
        for code, preperiod, period in [("0.77", 71, 12), ("0.07", 53, 34), ("0.156", 3479, 349)]:
            found = nt.Game(code).period()
            self.assertEqual((found.preperiod, found.period, found.saltus), (preperiod, period, 0), code)
        self.assertEqual(repr(nt.Game("0.77").period()), "Period(preperiod=71, period=12, saltus=0)")

    def test_one_that_is_not_proved_is_none(self):
        self.assertIsNone(nt.Game("0.77").period(max=100))
        self.assertIsNone(nt.Game("0.6").period(max=1000))


class Positions(unittest.TestCase):
    def test_outcomes_are_those_of_bouton_and_wythoff(self):
        nim = nt.Game("nim")
        for heaps in [(3, 5, 7), (1, 2, 3), (), (4, 4)]:
            total = 0
            for heap in heaps:
                total ^= heap
            outcome = nim.outcome(*heaps)
            self.assertEqual((outcome.first_wins, outcome.nim_sum, outcome.grundy), (total != 0, total, list(heaps)))
        self.assertEqual(nt.Game("wythoff").outcome((4, 7)).winner, "second")
        self.assertEqual(nt.Game("wythoff").outcome("4,7"), nt.Game("wythoff").outcome([4, 7]))

    def test_misere_play_ends_with_the_last_token(self):
        nim = nt.Game("nim")
        self.assertEqual([nim.outcome(*[1] * n, misere=True).first_wins for n in range(4)], [True, False, True, False])

    def test_moves_leave_a_lost_position(self):
        nim = nt.Game("nim")
        moves = nim.moves(3, 5, 7)
        self.assertEqual([(move.component, move.before, move.after) for move in moves],
                         [(0, (3,), (2,)), (1, (5,), (4,)), (2, (7,), (6,))])
        self.assertEqual((moves[0].grundy_before, moves[0].grundy_after, moves[0].note), (3, 2, None))
        sums = nt.Game("kayles+wythoff")
        self.assertTrue(sums.moves(5, (4, 6)))
        for move in sums.moves(5, (4, 6)):
            self.assertEqual(move.component, 1)
            self.assertFalse(sums.outcome(5, move.after).first_wins)

    def test_nothing_is_an_empty_component(self):
        self.assertEqual([move.after for move in nt.Game("hackenbush").moves((0,))], [()])
        self.assertFalse(nt.Game("hackenbush").outcome(()).first_wins)
        self.assertEqual(nt.Game("hackenbush+nim").outcome("-", 3).grundy, [0, 3])

    def test_vertices_of_a_graph_have_names(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "game.txt")
            file.write_text("a b\nb c\na c\n")
            game = nt.Game(f"graph:{file}")
            self.assertEqual(game.outcome("a").nim_sum, 2)
            self.assertEqual([(move.before, move.after) for move in game.moves("b")], [(("b",), ("c",))])


KAYLES = """game Kayles
heap n
move for k in 1..=2 for a in 0..=n - k -> a + (n - k - a)
"""


class Texts(unittest.TestCase):
    def test_a_text_is_a_game(self):
        rules = nt.Rules.parse(KAYLES)
        self.assertIsInstance(rules, nt.Game)
        self.assertEqual((rules.name, repr(rules)), ("Kayles", "<Rules: Kayles>"))
        self.assertEqual(list(rules.values(300)), list(nt.values("kayles", 300)))
        period = rules.period()
        self.assertEqual((period.preperiod, period.period), (71, 12))
        self.assertEqual(rules.outcome(5, 4).nim_sum, kayles(6)[5] ^ kayles(6)[4])
        self.assertEqual(rules.moves(5, 4), nt.Game("kayles").moves(5, 4))
        self.assertTrue(rules.plot(50).svg.startswith("<svg"))
        self.assertEqual(nt.Quotient(rules).order, 40)

    def test_pairs_are_searched_by_the_rules(self):
        wythoff = nt.Rules.parse("""game Wythoff
            position a, b
            move for k in 1..=a -> (a - k, b)
            move for k in 1..=b -> (a, b - k)
            move for k in 1..=min(a, b) -> (a - k, b - k)""")
        golden = (1 + 5**0.5) / 2
        lost = {(int(n * golden), int(n * golden) + n) for n in range(10)}
        for a in range(10):
            for b in range(a, 10):
                self.assertEqual(wythoff.outcome((a, b)).first_wins, (a, b) not in lost)
        self.assertIn("<svg", wythoff.plot(10).svg)

    def test_a_text_may_say_that_the_last_move_loses(self):
        nim = nt.Rules.parse("game Nim\nplay misere\nheap n\nmove for k in 1..=n -> n - k")
        self.assertEqual([nim.outcome(*[1] * n).first_wins for n in range(4)], [True, False, True, False])
        self.assertEqual([move.after for move in nim.moves(3)], [(1,)])

    def test_mistakes_name_their_place(self):
        with self.assertRaises(ValueError) as raised:
            nt.Rules.parse("game Wrong\nheap n\nmove for k in 1..=m -> n - k\n")
        place, line, caret, hint = str(raised.exception).split("\n")
        self.assertTrue(place.startswith("rules:3:19: "), place)
        self.assertEqual((line, caret), ("  move for k in 1..=m -> n - k", " " * 20 + "^"))
        self.assertTrue(hint.startswith("  hint: "), hint)
        with self.assertRaisesRegex(ValueError, "rules:3:9: "):
            nt.Rules.parse("game Wrong\nheap n\nmove -> n - 1").values(5)
        with self.assertRaisesRegex(ValueError, "threads"):
            nt.Rules.parse(KAYLES, threads=0)

    def test_a_file_of_rules_is_a_term(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "bash.game")
            file.write_text("game Bash\nparam m = 3 in 1..=9\nheap n\nmove for k in 1..=min(m, n) -> n - k\n")
            self.assertEqual(list(nt.values(f"{file}:m=4", 9)), [0, 1, 2, 3, 4] * 2)
            self.assertEqual(nt.Game(f"{file}+nim").outcome(7, 3).winner, "second")


class Quotients(unittest.TestCase):
    def test_orders_are_those_of_the_literature(self):
        # Plambeck and Siegel 2008; Plambeck 2005.
        for code, order in [("0.77", 40), ("0.75", 8), ("0.71", 36), ("0.123", 20), ("0.53", 16)]:
            quotient = nt.Quotient(code)
            self.assertEqual((quotient.order, quotient.proved, quotient.tame), (order, True, False), code)
            self.assertEqual(len(quotient.elements), order)
            self.assertEqual(len(quotient.pretending), quotient.preperiod + quotient.period)
            self.assertIsNone(quotient.refusal)
        self.assertEqual(nt.Quotient(nt.Game("0.75")).p_portion, ["a", "b^2"])

    def test_sums_are_lost_where_a_search_says_so(self):
        def options(heaps):
            for index, n in enumerate(heaps):
                for rest in (n - taken for taken in (1, 2) if taken <= n):
                    for a in range(rest // 2 + 1):
                        yield tuple(sorted(heaps[:index] + (a, rest - a) + heaps[index + 1:]))

        @functools.lru_cache(None)
        def wins(heaps):
            if 0 in heaps:
                return wins(tuple(n for n in heaps if n))
            return not heaps or any(not wins(option) for option in options(heaps))

        quotient = nt.Quotient("kayles")
        for heaps in itertools.combinations_with_replacement(range(7), 3):
            outcome = quotient.outcome(*heaps)
            self.assertEqual((outcome.first_wins, outcome.misere), (wins(heaps), True), heaps)
        # The heaps far beyond the preperiod repeat.
        far = quotient.preperiod + 10**6 * quotient.period
        self.assertEqual(quotient.outcome(far, 5), quotient.outcome(quotient.preperiod, 5))
        decided = nt.Game("kayles").outcome(40, 41, 42, misere=True)
        self.assertEqual(quotient.outcome(40, 41, 42).first_wins, decided.first_wins)

    def test_one_that_is_not_proved_has_the_heaps_that_are_known(self):
        partial = nt.Quotient("0.77", up_to=10)
        self.assertEqual((partial.proved, partial.largest, partial.period), (False, 10, None))
        self.assertEqual(len(partial.pretending), 11)
        with self.assertRaisesRegex(ValueError, "heap 11 lies beyond 10"):
            partial.outcome(3, 11)
        # Nim up to heap 2, beyond which a move makes a heap larger.
        climbing = nt.Rules.parse("""game Climbing
            heap n
            move if n < 3 for k in 1..=n -> n - k
            move if n == 3 -> 5
            measure n % 5""")
        quotient = nt.Quotient(climbing)
        self.assertEqual((quotient.order, quotient.tame, quotient.proved, quotient.largest), (6, True, False, 2))
        self.assertEqual(quotient.refusal, "the options of heap 3 are no smaller heaps")

    def test_what_has_none_is_refused(self):
        for ask, why in [
            (lambda: nt.Quotient("wythoff"), "wythoff is not played on single heaps"),
            (lambda: nt.Quotient(nt.Rules.parse("game Broken\nheap n\nmove if n > 3 -> n - 5")), "leaves the game"),
            (lambda: nt.Quotient("nim+nim"), "is a sum"),
            (lambda: nt.Quotient("nim", up_to=10_001), "10001 is more than 10000"),
        ]:
            with self.assertRaisesRegex(ValueError, why):
                ask()


@unittest.skipIf(PROGRAM is None, "there is no program")
class Program(unittest.TestCase):
    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_errors_have_its_text(self):
        for arguments, ask in [
            (["sg", "outcome", "kaylse", "3"], lambda: nt.Game("kaylse")),
            (["sg", "outcome", "nim", "x"], lambda: nt.Game("nim").outcome("x")),
            (["sg", "outcome", "nim+wythoff", "3"], lambda: nt.Game("nim+wythoff").outcome(3)),
            (["sg", "period", "wythoff"], lambda: nt.Game("wythoff").period()),
            (["sg", "quotient", "wythoff"], lambda: nt.Quotient("wythoff")),
            (["sg", "values", "nim+nim", "-n", "3"], lambda: nt.values("nim+nim", 3)),
            (["sg", "values", "nim", "--from", "5", "-n", "3"], lambda: nt.values("nim", 3, start=5)),
            (["sg", "plot", "wythoff", "-n", "501", "-o", os.devnull], lambda: nt.plot("wythoff", 501)),
        ]:
            with self.assertRaises(ValueError) as raised:
                ask()
            self.assertEqual(f"error: {raised.exception}\n", self.run_program(*arguments).stderr.decode())

    def test_quotients_are_its_quotients(self):
        for game, up_to in [("0.75", 1000), ("kayles", 1000), ("0.26", 20)]:
            printed = json.loads(self.run_program("sg", "quotient", game, f"--up-to={up_to}", "--json").stdout)
            del printed["schema"]
            printed["generators"] = [(made["name"], made["heap"]) for made in printed["generators"]]
            printed["relations"] = [tuple(pair) for pair in printed["relations"]]
            quotient = nt.Quotient(game, up_to=up_to)
            self.assertEqual({key: getattr(quotient, key) for key in printed}, printed)

    def test_pictures_are_its_pictures(self):
        for game, n in [("kayles", 200), ("wythoff", 30)]:
            drawn = self.run_program("sg", "plot", game, "-n", str(n), "-o", "/dev/stdout").stdout
            self.assertEqual(nt.plot(game, n).svg, drawn.decode())


class Solving(unittest.TestCase):
    def test_samples_have_their_answers(self):
        samples = sorted(ROOT.glob("testdata/*/sample/*.in"))
        self.assertGreater(len(samples), 50)
        for sample in samples:
            answer = nt.solve(sample.parts[-3], sample.read_bytes())
            self.assertEqual(answer, sample.with_suffix(".ans").read_bytes(), sample)

    def test_malformed_inputs_have_the_errors_of_the_program(self):
        inputs = sorted(ROOT.glob("testdata/*/invalid/*.in"))
        self.assertGreater(len(inputs), 500)
        for file in inputs:
            with self.assertRaises(ValueError) as raised:
                nt.solve(file.parts[-3], file.read_bytes())
            self.assertEqual(f"error: {raised.exception}\n", file.with_suffix(".err").read_text(), file)

    def test_what_is_unknown_is_named(self):
        with self.assertRaisesRegex(ValueError, "nix"):
            nt.solve("nix", b"")
        with self.assertRaisesRegex(ValueError, "threads"):
            nt.Game("nim", threads=0)
        with self.assertRaisesRegex(ValueError, "no switch \"nix\""):
            nt.solve("nim-check", b"0\n", "nix")
        self.assertIn("nim-check", dict(nt.problems()))
        self.assertIn("kayles", dict(nt.games()))


class Pictures(unittest.TestCase):
    def test_a_notebook_shows_svg(self):
        plot = nt.plot("kayles", 200)
        self.assertEqual(repr(plot), "<Plot: kayles: G(0) to G(200)>")
        self.assertTrue(xml.etree.ElementTree.fromstring(plot._repr_svg_()).tag.endswith("svg"))
        with tempfile.TemporaryDirectory() as folder:
            plot.save(Path(folder, "kayles.svg"))
            self.assertEqual(Path(folder, "kayles.svg").read_text(), plot.svg)


def period_of(game):
    return game.period().period


class Processes(unittest.TestCase):
    def test_games_go_to_other_processes(self):
        games = [nt.Game("0.77", threads=2), nt.Game("0.07"), nt.Rules.parse(KAYLES, threads=2)]
        self.assertEqual([pickle.loads(pickle.dumps(game)).name for game in games], ["0.77", "0.07", "Kayles"])
        self.assertEqual([period_of(game) for game in games], [12, 34, 12])
        # A forked process has none of the threads.
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(period_of, games), [12, 34, 12])

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_game_answers_after_a_fork(self):
        game = nt.Game("0.77")
        game.period()
        child = os.fork()
        if child == 0:
            os._exit(0 if game.period().period == 12 else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_interruption_ends_a_computation(self):
        # A process in the background of a script ignores Ctrl-C, unless it says otherwise.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        game = nt.Game("0.0007")
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        begun = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            game.values(10**8)
        self.assertLess(time.monotonic() - begun, 5)
        # What was computed is kept, and the next question is answered.
        self.assertEqual(len(game.values(10)), 11)

    def test_other_threads_run_meanwhile(self):
        counts, ended = [0], threading.Event()

        def count():
            while not ended.is_set():
                counts[0] += 1
                time.sleep(0.001)

        other = threading.Thread(target=count)
        other.start()
        begun = time.monotonic()
        nt.Game("0.0007").values(20_000)
        spent = time.monotonic() - begun
        ended.set()
        other.join()
        # Without the lock, hundreds of turns a second; with it, none.
        self.assertGreater(counts[0], 20 * spent)


if __name__ == "__main__":
    unittest.main()
