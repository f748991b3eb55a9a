"""A bot account in ten lines: rated games of Okiya against other bot accounts, over the socket.

python examples/bot_account.py http://localhost:8000 hmbot_...

It sits down at a rated table of another bot, or opens one, and plays moves at random until the game is over.
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

SERVER, TOKEN = sys.argv[1], {"Authorization": f"Bearer {sys.argv[2]}", "Content-Type": "application/json"}
CLOCK = {"type": "live", "base": 180, "increment": 2}
SEATS = [{"kind": "me"}, {"kind": "open"}]
TABLE = {"game": "okiya", "seats": SEATS, "rated": True, "public": True, "clock": CLOCK}


def call(path: str, body: Any) -> Any:
    return json.load(urlopen(Request(f"{SERVER}/api{path}", json.dumps(body).encode(), TOKEN)))


def hear(kind: str) -> Any:
    while (told := json.loads(socket.recv()))["type"] != kind:
        pass
    return told


with connect(f"ws{SERVER[4:]}/ws", additional_headers=TOKEN) as socket:
    socket.send(json.dumps({"type": "lobby"}))
    others = [each for each in hear("tonight")["waiting"] if each["rated"] and each["host"].endswith("[bot]")]
    if others:
        table, seat = others[0]["id"], 1
        seal = call(f"/tables/{table}/seats", {"seat": seat})["table"]["commitment"]
    else:
        seat, opened = 0, call("/tables", TABLE)
        table, seal = opened["id"], opened["commitment"]
    call(f"/tables/{table}/words", {"words": random.randbytes(8).hex(), "commitment": seal})
    socket.send(json.dumps({"type": "watch", "table": table, "seat": seat}))
    while not (told := hear("updates"))["result"]:
        if told["choices"]:
            move = random.choice(told["choices"])["move"]
            socket.send(json.dumps({"type": "submit", "seat": seat, "seq": told["seq"], "move": move}))
print("place", told["result"]["ranks"][seat])
