import { useEffect, useState } from 'react'

/** The time, once a second while something shows ages. In milliseconds since 1970. */
export const useNow = (now: () => number): number => {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1_000)
    return () => clearInterval(timer)
  }, [now])
  return time
}
