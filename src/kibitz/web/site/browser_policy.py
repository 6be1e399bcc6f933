"""Content security policy of pages that run Python in the browser.

Rules of a visitor run in a frame without an origin (`page/transport/python_workers.js`). A browser
applies the policy of the page there, too. So this allows what only the frame needs: its script by
its hash, and a worker and modules from the memory of the browser (`blob:`). The frame adds a policy
of its own, which forbids every request.
"""

from base64 import b64encode
from hashlib import sha256

from kibitz.web.page_files import PAGE
from kibitz.web.server.request_guard import POLICY

FRAME = PAGE / "transport" / "sandbox_frame.js"
HASH = b64encode(sha256(FRAME.read_bytes()).digest()).decode()
SCRIPTS = f"script-src 'self' 'sha256-{HASH}' 'wasm-unsafe-eval' blob:"
# A worker looks at an address of the browser's own to see whether it is interrupted.
CONNECTIONS = "connect-src 'self' blob:; worker-src 'self' blob:"

IN_TAB = POLICY.replace("script-src 'self'", SCRIPTS).replace("connect-src 'self'", CONNECTIONS)
