"""A two-layer grid router: A* with rip-up and retry.

Every net class has its own map of the grid, in which obstacles are grown by clearance and half a track, so a
track is a chain of free cells. Pads are fixed obstacles; tracks of other nets may be crossed at a price that
rises each time, and are then taken up and routed again. Deterministic: same input, same tracks.
"""

import heapq
import math
from dataclasses import dataclass, field

LAYERS = ("F.Cu", "B.Cu")
_VIA_COST = 5.0
_CROSS_COST = 60.0
_STEPS = tuple((dx, dy, math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


@dataclass(frozen=True)
class Shape:
    """A rectangle of copper (or a hole's keep-out) on some layers: centre, half sizes, net ('' belongs to none)."""

    x: float
    y: float
    half_w: float
    half_h: float
    layers: tuple[int, ...]
    net: str
    hole: float = 0.0  # diameter; no via may be drilled into or beside it, whatever its net


@dataclass
class Route:
    """One connection: a path of (layer, column, row) cells, and the stub to each pad centre."""

    net: str
    cells: list[tuple[int, int, int]]
    stubs: list[tuple[int, float, float, float, float]] = field(default_factory=list)


class Router:
    def __init__(self, width: float, height: float, grid: float, edge: float, clearance: float) -> None:
        self.grid = grid
        self.cols = int(width / grid) + 1
        self.rows = int(height / grid) + 1
        self.size = self.cols * self.rows
        self.width, self.height, self.edge, self.clearance = width, height, edge, clearance
        self.shapes: list[Shape] = []
        self.net_width: dict[str, float] = {}
        self.via_radius, self.via_hole, self.hole_gap = 0.4, 0.4, 0.25
        self._hard: dict[float, list[list[str | None]]] = {}
        self._soft: dict[float, list[dict[int, dict[str, int]]]] = {}
        self._history: dict[int, float] = {}

    # -- maps -------------------------------------------------------------------------------------------

    def _cells(self, x: float, y: float, half_w: float, half_h: float, grow: float) -> list[int]:
        """Cells whose centre is nearer than `grow` to a rectangle."""
        g = self.grid
        c0 = max(0, math.ceil((x - half_w - grow) / g))
        c1 = min(self.cols - 1, math.floor((x + half_w + grow) / g))
        r0 = max(0, math.ceil((y - half_h - grow) / g))
        r1 = min(self.rows - 1, math.floor((y + half_h + grow) / g))
        found = []
        for row in range(r0, r1 + 1):
            dy = max(0.0, abs(row * g - y) - half_h)
            for col in range(c0, c1 + 1):
                dx = max(0.0, abs(col * g - x) - half_w)
                if dx * dx + dy * dy < grow * grow - 1e-9 or (dx == 0 and dy == 0):
                    found.append(row * self.cols + col)
        return found

    def prepare(self) -> None:
        """Fixed maps for each track width and for vias, from the shapes."""
        # Vias have a map of their own even where a track is just as wide.
        self.via_radius += 1e-6
        halves = sorted({w / 2 for w in self.net_width.values()} | {self.via_radius})
        for half in halves:
            maps: list[list[str | None]] = [[None] * self.size for _ in LAYERS]
            rim = self.edge + half
            for row in range(self.rows):
                for col in range(self.cols):
                    x, y = col * self.grid, row * self.grid
                    if not (rim <= x <= self.width - rim and rim <= y <= self.height - rim):
                        for layer in maps:
                            layer[row * self.cols + col] = ""
            for shape in self.shapes:
                cells = self._cells(shape.x, shape.y, shape.half_w, shape.half_h, self.clearance + half)
                for layer in shape.layers:
                    for cell in cells:
                        old = maps[layer][cell]
                        maps[layer][cell] = shape.net if old in (None, shape.net) else ""
                if half == self.via_radius and shape.hole:
                    reach = shape.hole / 2 + self.via_hole / 2 + self.hole_gap
                    for cell in self._cells(shape.x, shape.y, 0, 0, reach):
                        maps[0][cell] = maps[1][cell] = ""
            self._hard[half] = maps
            self._soft[half] = [{} for _ in LAYERS]

    def _stamp(self, route: Route, sign: int) -> None:
        """Adds or removes a route in the soft maps."""
        half = self.net_width[route.net] / 2
        spots: list[tuple[tuple[int, ...], float, float, float]] = []
        previous = None
        for layer, col, row in route.cells:
            spots.append(((layer,), col * self.grid, row * self.grid, half))
            if previous and previous[0] != layer:
                spots.append(((0, 1), col * self.grid, row * self.grid, self.via_radius))
            elif previous:
                # The middle of a step counts too: a diagonal passes closer to its neighbours than its ends.
                mid_x, mid_y = (col + previous[1]) / 2, (row + previous[2]) / 2
                spots.append(((layer,), mid_x * self.grid, mid_y * self.grid, half))
            previous = (layer, col, row)
        for layer, x1, y1, x2, y2 in route.stubs:
            steps = max(1, int(math.hypot(x2 - x1, y2 - y1) / 0.2))
            spots += [
                ((layer,), x1 + (x2 - x1) * k / steps, y1 + (y2 - y1) * k / steps, half)
                for k in range(steps + 1)
            ]
        for other, soft in self._soft.items():
            for layers, x, y, radius in spots:
                for cell in self._cells(x, y, 0, 0, radius + self.clearance + other):
                    for layer in layers:
                        owners = soft[layer].setdefault(cell, {})
                        count = owners.get(route.net, 0) + sign
                        if count:
                            owners[route.net] = count
                        else:
                            del owners[route.net]
                            if not owners:
                                del soft[layer][cell]

    # -- search -----------------------------------------------------------------------------------------

    def search(self, net: str, sources: set[int], targets: set[int]) -> list[int] | None:
        """Cheapest path of states (layer * size + cell) from any source to any target."""
        half = self.net_width[net] / 2
        hard, soft = self._hard[half], self._soft[half]
        via_hard, via_soft = self._hard[self.via_radius], self._soft[self.via_radius]
        cols, size = self.cols, self.size
        t_cols = [(t % size) % cols for t in targets]
        t_rows = [(t % size) // cols for t in targets]
        c0, c1, r0, r1 = min(t_cols), max(t_cols), min(t_rows), max(t_rows)

        def ahead(cell: int) -> float:
            col, row = cell % cols, cell // cols
            dx = c0 - col if col < c0 else col - c1 if col > c1 else 0
            dy = r0 - row if row < r0 else row - r1 if row > r1 else 0
            return (dx + dy - 0.586 * min(dx, dy)) * 0.98

        def price(layer: int, cell: int) -> float:
            """Extra cost of a cell, infinite where another net's pad stands."""
            fixed = hard[layer][cell]
            if fixed is not None and fixed != net:
                return math.inf
            owners = soft[layer].get(cell)
            if not owners or (len(owners) == 1 and net in owners):
                return 0.0
            return _CROSS_COST + self._history.get(layer * size + cell, 0.0)

        def via_price(cell: int) -> float:
            total = 0.0
            for layer in (0, 1):
                fixed = via_hard[layer][cell]
                if fixed is not None and fixed != net:
                    return math.inf
                owners = via_soft[layer].get(cell)
                if owners and not (len(owners) == 1 and net in owners):
                    total += _CROSS_COST + self._history.get(layer * size + cell, 0.0)
            return total

        cost = dict.fromkeys(sources, 0.0)
        came: dict[int, int] = {}
        queue = [(ahead(s % size), s) for s in sorted(sources)]
        heapq.heapify(queue)
        closed: set[int] = set()
        while queue:
            _, state = heapq.heappop(queue)
            if state in closed:
                continue
            if state in targets:
                path = [state]
                while state in came:
                    state = came[state]
                    path.append(state)
                return path[::-1]
            closed.add(state)
            layer, cell = divmod(state, size)
            col = cell % cols
            base = cost[state]
            for dx, dy, length in _STEPS:
                if not 0 <= col + dx < cols:
                    continue
                step = cell + dy * cols + dx
                if not 0 <= step < size:
                    continue
                new = layer * size + step
                if new in closed:
                    continue
                extra = price(layer, step)
                if extra == math.inf:
                    continue
                if dx and dy and (price(layer, cell + dx) or price(layer, cell + dy * cols)):
                    continue
                wrong_way = (dx and not dy) if layer else (dy and not dx)
                total = base + length * (1.25 if wrong_way else 1.0) + extra + (0.1 if layer else 0.0)
                if total < cost.get(new, math.inf):
                    cost[new] = total
                    came[new] = state
                    heapq.heappush(queue, (total + ahead(step), new))
            new = (1 - layer) * size + cell
            if new not in closed:
                extra = via_price(cell)
                if extra != math.inf and price(1 - layer, cell) != math.inf:
                    total = base + _VIA_COST + extra
                    if total < cost.get(new, math.inf):
                        cost[new] = total
                        came[new] = state
                        heapq.heappush(queue, (total + ahead(cell), new))
        return None

    # -- nets -------------------------------------------------------------------------------------------

    def _access(self, shape: Shape) -> dict[int, tuple[int, float, float]]:
        """States from which a pad is entered: cells inside it, or else the nearest free cells around it."""
        g = self.grid
        half = self.net_width[shape.net] / 2
        found: dict[int, tuple[int, float, float]] = {}
        for reach in (-0.1, 0.35, 0.7, 1.1):
            for row in range(
                math.floor((shape.y - shape.half_h - 1.2) / g),
                math.ceil((shape.y + shape.half_h + 1.2) / g) + 1,
            ):
                for col in range(
                    math.floor((shape.x - shape.half_w - 1.2) / g),
                    math.ceil((shape.x + shape.half_w + 1.2) / g) + 1,
                ):
                    if not (0 <= col < self.cols and 0 <= row < self.rows):
                        continue
                    x, y = col * g, row * g
                    if abs(x - shape.x) > shape.half_w + reach or abs(y - shape.y) > shape.half_h + reach:
                        continue
                    cell = row * self.cols + col
                    for layer in shape.layers:
                        if self._hard[half][layer][cell] in (None, shape.net):
                            found[layer * self.size + cell] = (layer, x, y)
            if found:
                return found
        return found

    def crossed(self, route: Route) -> set[str]:
        """Nets whose tracks this route runs into."""
        half = self.net_width[route.net] / 2
        nets: set[str] = set()
        previous = None
        for layer, col, row in route.cells:
            cell = row * self.cols + col
            nets |= set(self._soft[half][layer].get(cell, ()))
            if previous is not None and previous != layer:
                for side in (0, 1):
                    nets |= set(self._soft[self.via_radius][side].get(cell, ()))
            previous = layer
        return nets - {route.net}

    def connect(self, net: str) -> list[Route] | None:
        """Routes one net as a tree over its pads; None when a pad cannot be reached at any price."""
        pads = [s for s in self.shapes if s.net == net]
        access = [self._access(p) for p in pads]
        if any(not a for a in access):
            return None
        tree = set(access[0])
        waiting = set(range(1, len(pads)))
        joined = [0]
        routes: list[Route] = []
        while waiting:
            nearest = min(
                waiting,
                key=lambda k: (
                    min(abs(pads[k].x - pads[j].x) + abs(pads[k].y - pads[j].y) for j in joined),
                    k,
                ),
            )
            path = self.search(net, tree, set(access[nearest]))
            if path is None:
                return None
            cells = [
                (s // self.size, (s % self.size) % self.cols, (s % self.size) // self.cols) for s in path
            ]
            route = Route(net, cells)
            for index in (nearest, *joined):
                for state in (path[0], path[-1]):
                    if state in access[index]:
                        layer, x, y = access[index][state]
                        stub = (layer, x, y, pads[index].x, pads[index].y)
                        if (x, y) != (pads[index].x, pads[index].y) and stub not in route.stubs:
                            route.stubs.append(stub)
            routes.append(route)
            tree |= set(path) | set(access[nearest])
            waiting.discard(nearest)
            joined.append(nearest)
        return routes

    def free(self, layer: int, cell: int, half: float) -> bool:
        """Nothing at all stands or runs near this cell."""
        return self._hard[half][layer][cell] is None and not self._soft[half][layer].get(cell)

    def run(self, nets: list[str], limit: int = 1500) -> dict[str, list[Route]]:
        """Routes all nets. Raises RuntimeError with the nets that are left when `limit` attempts are used up."""
        done: dict[str, list[Route]] = {}
        queue = list(nets)
        attempts = 0
        while queue:
            net = queue.pop(0)
            attempts += 1
            routes = self.connect(net)
            if routes is None or attempts > limit:
                raise RuntimeError(f"not routed after {attempts} attempts: {net}, {queue}")
            victims = set().union(*(self.crossed(r) for r in routes)) if routes else set()
            for route in routes if victims else ():
                for layer, col, row in route.cells:
                    owners = self._soft[self.net_width[net] / 2][layer].get(row * self.cols + col)
                    if owners and set(owners) != {net}:
                        key = layer * self.size + row * self.cols + col
                        self._history[key] = self._history.get(key, 0.0) + 6.0
            for victim in sorted(victims):
                for route in done.pop(victim):
                    self._stamp(route, -1)
                queue.append(victim)
            for route in routes:
                self._stamp(route, 1)
            done[net] = routes
        return done
