-- Each request has a new client address, so that limits per address do not apply.
local count = 0

function request()
  count = count + 1
  local address = string.format("10.%d.%d.%d", math.floor(count / 65536) % 256, math.floor(count / 256) % 256, count % 256)
  wrk.headers["x-forwarded-for"] = address
  return wrk.format()
end
