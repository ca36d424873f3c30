"""Ways to break a netlist on purpose."""

from dataclasses import replace

from arbiter_hardware.model import Netlist


def leave_out(netlist: Netlist, ref: str) -> None:
    """The part is not there at all."""
    del netlist.parts[ref]
    for net in list(netlist.nets):
        netlist.nets[net] = [n for n in netlist.nets[net] if n[0] != ref]
    for key in [k for k in netlist._net_of if k[0] == ref]:
        del netlist._net_of[key]


def move(netlist: Netlist, ref: str, number: str, net: str) -> None:
    """A pin is wired to another net."""
    old = netlist._net_of.pop((ref, number))
    netlist.nets[old].remove((ref, number))
    netlist._net_of[ref, number] = net
    netlist.nets.setdefault(net, []).append((ref, number))


def rate(netlist: Netlist, ref: str, **ratings: float) -> None:
    """The part has other ratings, in every variant."""
    part = netlist.parts[ref]
    fitted = {v: replace(i, ratings={**i.ratings, **ratings}) for v, i in part.fitted.items()}
    netlist.parts[ref] = replace(part, fitted=fitted)
