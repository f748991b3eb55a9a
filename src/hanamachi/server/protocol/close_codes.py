"""Define the close codes of our WebSockets: those of RFC 6455 that the server uses, and one of its own."""

INVALID_TEXT = 1007
POLICY_VIOLATION = 1008  # the client sent too much, or may not connect
MESSAGE_TOO_BIG = 1009
INTERNAL_ERROR = 1011
SERVICE_RESTART = 1012  # connect again, with the cookies that the browser has by now
TRY_AGAIN_LATER = 1013
SESSION_ENDED = 4001  # the session of this browser was ended: its cookies are worth nothing any more
BANNED = 4003  # the user, or new guests of this network, may not use the server for a while
