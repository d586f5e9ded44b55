-- Each request has new cookies, so that no cached response fits.
local count = 0
local cookie = ""

function init()
  cookie = wrk.headers["cookie"]
end

function request()
  count = count + 1
  wrk.headers["cookie"] = cookie .. "; turn=" .. count
  return wrk.format()
end
