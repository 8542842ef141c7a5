# Crystalline behind Varnish 7.1 or newer, which keeps public pages between the TLS proxy and the web server.
# Start it with the PROXY protocol, which carries the client's IP address:
#   varnishd -a tls=127.0.0.1:6081,PROXY -a http=:80 -p feature=+http2 -f /etc/varnish/default.vcl -s malloc,256m
# Replace shop.example.com. The TLS proxy:
# hitch: backend = "[127.0.0.1]:6081", write-proxy-v2 = on, alpn-protos = "h2,http/1.1"
# HAProxy: server varnish 127.0.0.1:6081 send-proxy-v2
# `npm run check:ops` runs this file.
vcl 4.1;

import std;

backend web {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 2s;
    # Longer than a CSV import takes to upload, and than the 15 seconds between two events of a notification stream.
    .first_byte_timeout = 300s;
    .between_bytes_timeout = 60s;
    .probe = {
        .url = "/health/ready";
        .interval = 2s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
    }
}

sub vcl_recv {
    if (local.socket == "http") {
        return (synth(301));
    }
    # Health checks and metrics are for the private network.
    if (req.url ~ "^/health/" || req.url ~ "^/metrics") {
        return (synth(404));
    }
    if (req.method == "TRACE") {
        return (synth(405));
    }

    # Overwritten, never appended to: forwarding headers of the client are not trusted.
    set req.http.X-Forwarded-For = client.ip;
    set req.http.X-Forwarded-Proto = "https";
    unset req.http.X-Forwarded-Host;
    unset req.http.Forwarded;

    # A public page exists twice: for guests and for logged-in users.
    if (req.http.Cookie ~ "(^|; ?)__Host-crystalline_session=") {
        set req.http.X-Variant = "logged-in";
    } else {
        set req.http.X-Variant = "guest";
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Never stored, and streamed as it comes.
    if (req.url ~ "^/api/notifications/stream") {
        return (pass);
    }

    # A page is at most a second older than its second of life. Without an origin it stays for the whole grace.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 1s;
    } else {
        # Also after a restart, which keeps the value of the first try.
        set req.grace = 2m;
    }
    # The store says in Cache-Control what may be shared: requests with cookies are looked up too.
    return (hash);
}

sub vcl_hash {
    # Files are the same for both.
    if (req.url !~ "^/(assets|media)/") {
        hash_data(req.http.X-Variant);
    }
}

sub vcl_miss {
    # The origin did not answer and there is no older copy.
    if (req.restarts > 0) {
        return (synth(503));
    }
}

sub vcl_backend_fetch {
    unset bereq.http.X-Variant;
}

sub vcl_backend_response {
    # The variant is in the key: the header itself would give every session a copy of its own.
    if (beresp.http.Vary ~ "(?i)cookie") {
        set beresp.http.X-Vary = beresp.http.Vary;
        set beresp.http.Vary = regsuball(beresp.http.Vary, "(?i)(^|,)\s*cookie\s*(?=,|$)", "");
        set beresp.http.Vary = regsub(beresp.http.Vary, "^\s*,\s*", "");
        if (beresp.http.Vary == "") {
            unset beresp.http.Vary;
        }
    }
    # An error of the origin does not replace a page that is still in its grace.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # How long a page is served without an origin.
    set beresp.grace = 2m;
}

sub vcl_backend_error {
    set beresp.http.X-No-Origin = "1";
}

sub vcl_deliver {
    # The probe has not noticed yet that the origin is down: look for an older copy.
    if (resp.http.X-No-Origin && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        return (restart);
    }
    unset resp.http.X-No-Origin;
    if (resp.http.X-Vary) {
        set resp.http.Vary = resp.http.X-Vary;
        unset resp.http.X-Vary;
    }
    unset resp.http.Via;
    unset resp.http.X-Varnish;
}

sub vcl_synth {
    if (resp.status == 301) {
        set resp.http.Location = "https://shop.example.com" + req.url;
    }
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    set resp.http.Cache-Control = "no-store";
    if (resp.status == 503) {
        set resp.http.Retry-After = "5";
        set resp.body = "The store is not available right now. Please try again in a few seconds." + {"
"};
    }
    return (deliver);
}
