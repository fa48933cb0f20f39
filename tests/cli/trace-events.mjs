// Rules of traces, whichever program wrote them.
import assert from 'node:assert/strict'

/// Checks the invariants of a trace: events are sorted by time, boxes of a track are disjoint or
/// nested, and every arrow has two ends, each in a box of its track.
export function checked(events) {
  const tracks = new Map()
  const flows = new Map()
  let before = 0
  for (const event of events) {
    if (event.ph === 'M') continue
    assert.ok(event.ts >= before, `${event.ts} after ${before}`)
    before = event.ts
    if (event.ph === 'C') {
      assert.equal(event.name, 'live bytes')
      continue
    }
    const track = `${event.pid}/${event.tid}`
    if (!tracks.has(track)) tracks.set(track, [])
    if (event.ph === 'X') {
      const open = tracks.get(track)
      while (open.length && open.at(-1).end <= event.ts) open.pop()
      const end = Number((event.ts + event.dur).toFixed(3))
      if (open.length) assert.ok(end <= open.at(-1).end + 1e-6, `${event.name} sticks out of ${open.at(-1).name}`)
      open.push({ name: event.name, end })
    } else {
      assert.match(event.ph, /^[sf]$/)
      const open = tracks.get(track).filter(({ end }) => end > event.ts)
      assert.ok(open.length, `arrow ${event.id} in no box`)
      flows.set(event.id, (flows.get(event.id) ?? '') + event.ph)
    }
  }
  for (const ends of flows.values()) assert.equal(ends, 'sf')
  return events
}
