"""Two games played on a server, with the day on which each move was sent (month and day, in order).

The numbers are facts of the games; on a server the day a move was sent is also the day it arrived.
"""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class ServerGame:
    """Numeric or English moves in order, and the days of all half-moves."""

    moves: tuple[str, ...]
    days: tuple[date, ...]
    result: str

    def days_used(self, side: int) -> list[int]:
        """Calendar days of each move of White (0) or Black (1); the first move of White uses none."""
        places = range(side, len(self.moves), 2)
        return [(self.days[place] - self.days[place - 1]).days if place else 0 for place in places]


def _days(first_year: int, text: str) -> tuple[date, ...]:
    found: list[date] = []
    year = first_year
    for word in text.split():
        day = date(year, int(word[:2]), int(word[2:]))
        if found and day < found[-1]:
            year += 1
            day = day.replace(year=year)
        found.append(day)
    return tuple(found)


def _moves(text: str) -> tuple[str, ...]:
    return tuple(word for word in text.split() if not word.endswith("."))


G1 = ServerGame(
    moves=_moves("""
1. 4244 4745 2. 3234 3736 3. 3445 3645 4. 3164 2836 5. 5253 4826 6. 2133 7866 7. 6143 1716 8. 7152 5756
9. 5171 6857 10. 3314 2648 11. 8283 3624 12. 4321 2436 13. 2143 3624 14. 4321 2436 15. 1213 3615 16. 4132 1534
17. 2223 3446 18. 6131 3847 19. 1435 4736 20. 3222 5878 21. 3543 4826 22. 1314 1615 23. 7274 6838 24. 6263 3658
25. 4335 5655 26. 4455 4634 27. 2233 3455 28. 6455 5735 29. 5544 3544 30. 3344 2623 31. 3138 1838 32. 7475 6647
33. 2112 2332 34. 5264 3237 35. 7172 7868 36. 1245 4726 37. 4554 3848 38. 1131 3731 39. 4448 2634 40. 6445 3122
41. 7273 2255 42. 7372 5546 43. 4846 3446 44. 5432 2725 45. 4526 2514 46. 2614 4634 47. 7262 5847 48. 8384 4714
49. 3214 3426 50. 1423 1514 51. 2312 2638 52. 6251 3846 53. 1221 1413 54. 5142 4665 55. 8485 8786 56. 6364 6573
57. 4233 7385 58. 2165 8573 59. 7586 7786 60. 6583 7354 61. 3323 8685 62. 2313 5462 63. 8361 8584 64. 1323 8483
65. 6183 6283 66. 2332 6857
"""),
    days=_days(
        2018,
        """
1002 1002 1003 1006 1006 1006 1006 1011 1013 1014 1014 1023 1023 1030 1031 1123 1123 1125 1125 1204 1205 1226
1227 1227 1227 1227 1228 1228 1228 1229 1229 1229 0101 0103 0103 0103 0104 0104 0104 0104 0104 0105 0106 0106
0107 0107 0109 0109 0110 0111 0111 0111 0111 0111 0112 0112 0113 0113 0114 0114 0115 0115 0116 0116 0116 0116
0117 0117 0118 0118 0118 0118 0118 0119 0120 0121 0122 0122 0123 0123 0124 0124 0125 0125 0126 0126 0128 0128
0129 0203 0204 0204 0205 0205 0206 0206 0207 0207 0208 0208 0208 0208 0210 0210 0211 0211 0212 0212 0212 0212
0213 0213 0214 0214 0214 0214 0215 0215 0215 0215 0215 0215 0216 0216 0216 0216 0216 0216 0217 0217 0218 0218
""",
    ),
    result="0-1",
)

G2 = ServerGame(
    moves=_moves("""
1. Nf3 e6 2. c4 Nf6 3. Nc3 c5 4. g3 Nc6 5. Bg2 Qb6 6. O-O Be7 7. b3 d5 8. Na4 Qa6 9. Bb2 O-O 10. Bxf6 Bxf6
11. cxd5 exd5 12. Nxc5 Qa5 13. Rc1 Bb2 14. Rb1 Ba3 15. d4 Bf5 16. Nd3 Rac8 17. Nh4 Bxd3 18. Qxd3 Nb4 19. Qf3 g6
20. Bh3 Rc2 21. Ng2 Rd8 22. Ne3 Rc6 23. Bg2 Qc7 24. h4 b5 25. h5 f5 26. Nc4 dxc4 27. bxc4 Rxc4 28. hxg6 hxg6
29. Qxa3 a5 30. Qf3 Nc2 31. d5 Kg7 32. Qd3 Qc5 33. Rfc1 Nd4 34. Rxc4 Qxc4 35. Qxc4 bxc4 36. Kf1 Kf6 37. Rb6+ Kf7
38. Rb7+ Kf6 39. e3 Nc2 40. a4 c3 41. Rc7 Rb8 42. Rxc3 Rb1+ 43. Ke2 Nb4 44. f4 Rb2+ 45. Kf1 Rb1+ 46. Kf2 Rb2+
47. Kg1 Ra2 48. e4 fxe4 49. Bxe4 Rxa4 50. Rc4 Ra2 51. Rd4 Nc2 52. Rd1 Ke7 53. d6+ Kd8 54. Bc6 Nb4 55. Bb5 Rc2
56. Re1 Nc6 57. Re6 Rc5 58. Bf1 a4 59. Rxg6 Rc1 60. Kf2 Kc8 61. Bh3+ Kb7 62. Rg7+ Kb6 63. Rg8 a3 64. Ra8 Rc2+
65. Ke3 Rc3+ 66. Ke4 Rxg3 67. Be6 Rg6 68. Kf5 Rg3 69. d7 Rd3 70. Ke4 Nb4 71. Rb8+ Kc5 72. Rxb4 Rxd7 73. Bxd7 Kxb4
"""),
    days=_days(
        2019,
        """
0402 0404 0404 0405 0406 0406 0407 0407 0408 0409 0411 0411 0507 0507 0520 0521 0522 0523 0528 0528 0529 0529
0529 0529 0530 0530 0601 0601 0602 0603 0605 0606 0608 0609 0609 0609 0609 0610 0616 0617 0621 0622 0712 0713
0715 0722 0730 0731 0731 0731 0814 0814 0822 0822 0822 0823 0824 0824 0830 0830 0831 0901 0905 0905 0909 0909
0910 0910 0911 0912 0912 0913 0916 0917 0919 0919 0921 0921 0923 0923 0925 0925 0927 0928 0930 1001 1002 1002
1002 1003 1003 1003 1003 1003 1004 1004 1004 1004 1005 1006 1006 1006 1007 1007 1008 1008 1008 1008 1009 1009
1009 1009 1010 1010 1011 1011 1011 1011 1012 1012 1014 1014 1014 1014 1014 1014 1014 1014 1014 1014 1015 1015
1015 1016 1016 1016 1016 1017 1017 1017 1017 1017 1017 1018 1018 1018
""",
    ),
    result="1-0",
)
