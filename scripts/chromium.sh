# chromium: make sure that the browser of the tests is there, where it can be installed.

chromium() {
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing Chromium for the tests of the page; this is done once." >&2
        export DEBIAN_FRONTEND=noninteractive
        # The lists of packages may be missing, as in a fresh container, or out of date.
        apt-get install -y -qq chromium >/dev/null 2>&1 ||
            { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null 2>&1 || true
    fi
    command -v chromium >/dev/null ||
        echo "kibitz: Chromium is missing and cannot be installed here; the tests of the page will fail (apt-get install chromium)" >&2
}
