// Seven-segment digits as SVG. Bits 0..7 of a digit are the segments a, b, c, d, e, f, g and the point.

const NS = "http://www.w3.org/2000/svg";

// One digit is 60 wide and 100 high; segments are hexagons of thickness 11, with gaps between them.
const SEGMENTS = [
  "M16 4h28l5 5-6 6H17l-6-6z",
  "M51 11l5 5v27l-4 5-7-6V17z",
  "M52 52l4 5v27l-5 5-6-6V58z",
  "M17 85h26l6 6-5 5H16l-5-5z",
  "M8 52l7 6v25l-6 6-5-5V57z",
  "M9 11l6 6v25l-7 6-4-5V16z",
  "M16 44h28l6 6-6 6H16l-6-6z",
];

/** Build `count` digits inside `svg`; the returned function takes one bit pattern a digit. */
export function drawDigits(svg, count) {
  svg.setAttribute("viewBox", `-4 -2 ${count * 74 + 2} 104`);
  const digits = Array.from({ length: count }, (_, index) => {
    const group = svg.appendChild(document.createElementNS(NS, "g"));
    group.setAttribute("transform", `translate(${index * 74} 0) skewX(-4) translate(4 0)`);
    const parts = SEGMENTS.map((d) => {
      const path = document.createElementNS(NS, "path");
      path.setAttribute("d", d);
      return path;
    });
    const point = document.createElementNS(NS, "circle");
    point.setAttribute("cx", "64");
    point.setAttribute("cy", "91");
    point.setAttribute("r", "5");
    parts.push(point);
    for (const part of parts) part.setAttribute("class", "segment");
    group.append(...parts);
    return parts;
  });
  return (patterns) =>
    digits.forEach((parts, index) =>
      parts.forEach((part, bit) => part.classList.toggle("lit", Boolean((patterns[index] >> bit) & 1))),
    );
}
