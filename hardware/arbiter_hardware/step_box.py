"""A plain coloured block as a STEP file (AP214): enough to see on a picture, and in a case, how high a part is."""

_FACES = (
    # corners in order around the face seen from outside, and its outward normal
    ((0, 2, 3, 1), (0, 0, -1)),
    ((4, 5, 7, 6), (0, 0, 1)),
    ((0, 1, 5, 4), (0, -1, 0)),
    ((2, 6, 7, 3), (0, 1, 0)),
    ((0, 4, 6, 2), (-1, 0, 0)),
    ((1, 3, 7, 5), (1, 0, 0)),
)


class _File:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, text: str) -> str:
        self.lines.append(f"#{len(self.lines) + 1}={text};")
        return f"#{len(self.lines)}"


def _real(value: float) -> str:
    return f"{value:.4f}".rstrip("0")


def _triple(values: tuple[float, float, float]) -> str:
    return "(" + ",".join(_real(float(v)) for v in values) + ")"


def _solid(f: _File, low: tuple[float, float, float], high: tuple[float, float, float]) -> str:
    corners = [(x, y, z) for z in (low[2], high[2]) for y in (low[1], high[1]) for x in (low[0], high[0])]
    points = [f.add(f"CARTESIAN_POINT('',{_triple(c)})") for c in corners]
    vertices = [f.add(f"VERTEX_POINT('',{p})") for p in points]
    edges: dict[tuple[int, int], str] = {}

    def edge(a: int, b: int) -> str:
        if (a, b) in edges:
            return f.add(f"ORIENTED_EDGE('',*,*,{edges[a, b]},.T.)")
        if (b, a) in edges:
            return f.add(f"ORIENTED_EDGE('',*,*,{edges[b, a]},.F.)")
        delta = tuple(q - p for p, q in zip(corners[a], corners[b], strict=True))
        size = sum(abs(d) for d in delta)
        unit = tuple(d / size for d in delta)
        direction = f.add(f"DIRECTION('',{_triple(unit)})")
        vector = f.add(f"VECTOR('',{direction},1.0)")
        line = f.add(f"LINE('',{points[a]},{vector})")
        edges[a, b] = f.add(f"EDGE_CURVE('',{vertices[a]},{vertices[b]},{line},.T.)")
        return f.add(f"ORIENTED_EDGE('',*,*,{edges[a, b]},.T.)")

    faces = []
    for loop, normal in _FACES:
        around = [edge(a, b) for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)]
        bound = f.add(f"EDGE_LOOP('',({','.join(around)}))")
        outer = f.add(f"FACE_OUTER_BOUND('',{bound},.T.)")
        axis = f.add(f"DIRECTION('',{_triple(normal)})")
        across = f.add(f"DIRECTION('',{_triple((0, 1, 0) if normal[0] else (1, 0, 0))})")
        place = f.add(f"AXIS2_PLACEMENT_3D('',{points[loop[0]]},{axis},{across})")
        plane = f.add(f"PLANE('',{place})")
        faces.append(f.add(f"ADVANCED_FACE('',({outer}),{plane},.T.)"))
    shell = f.add(f"CLOSED_SHELL('',({','.join(faces)}))")
    return f.add(f"MANIFOLD_SOLID_BREP('body',{shell})")


def text(
    name: str,
    blocks: list[tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]],
) -> str:
    """The file: blocks are (low corner, high corner, colour 0..1), millimetres."""
    f = _File()
    app = f.add("APPLICATION_CONTEXT('automotive design')")
    f.add(f"APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,{app})")
    context = f.add(f"PRODUCT_CONTEXT('',{app},'mechanical')")
    product = f.add(f"PRODUCT('{name}','{name}','',({context}))")
    formation = f.add(f"PRODUCT_DEFINITION_FORMATION('','',{product})")
    view = f.add(f"PRODUCT_DEFINITION_CONTEXT('part definition',{app},'design')")
    definition = f.add(f"PRODUCT_DEFINITION('design','',{formation},{view})")
    shape = f.add(f"PRODUCT_DEFINITION_SHAPE('','',{definition})")
    length = f.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))")
    angle = f.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))")
    solid_angle = f.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())")
    unsure = f.add(
        f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-5),{length},'distance_accuracy_value','')"
    )
    space = f.add(
        "(GEOMETRIC_REPRESENTATION_CONTEXT(3)"
        f"GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({unsure}))"
        f"GLOBAL_UNIT_ASSIGNED_CONTEXT(({length},{angle},{solid_angle}))REPRESENTATION_CONTEXT('',''))"
    )
    origin = f.add("CARTESIAN_POINT('',(0.,0.,0.))")
    up = f.add("DIRECTION('',(0.,0.,1.))")
    right = f.add("DIRECTION('',(1.,0.,0.))")
    frame = f.add(f"AXIS2_PLACEMENT_3D('',{origin},{up},{right})")
    solids, styles = [], []
    for low, high, colour in blocks:
        solid = _solid(f, low, high)
        solids.append(solid)
        rgb = f.add(f"COLOUR_RGB('',{','.join(_real(c) for c in colour)})")
        paint = f.add(f"FILL_AREA_STYLE_COLOUR('',{rgb})")
        fill = f.add(f"FILL_AREA_STYLE('',({paint}))")
        area = f.add(f"SURFACE_STYLE_FILL_AREA({fill})")
        side = f.add(f"SURFACE_SIDE_STYLE('',({area}))")
        usage = f.add(f"SURFACE_STYLE_USAGE(.BOTH.,{side})")
        style = f.add(f"PRESENTATION_STYLE_ASSIGNMENT(({usage}))")
        styles.append(f.add(f"STYLED_ITEM('',({style}),{solid})"))
    body = f.add(f"ADVANCED_BREP_SHAPE_REPRESENTATION('',({frame},{','.join(solids)}),{space})")
    f.add(f"SHAPE_DEFINITION_REPRESENTATION({shape},{body})")
    f.add(f"MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({','.join(styles)}),{space})")
    header = (
        "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n"
        f"FILE_NAME('{name}','',(''),(''),'','','');\n"
        "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));\nENDSEC;\nDATA;\n"
    )
    return header + "\n".join(f.lines) + "\nENDSEC;\nEND-ISO-10303-21;\n"
