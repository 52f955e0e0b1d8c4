// Loaded into a server by `node --import`: its wall clock is ahead by so many milliseconds as the file CLOCK_FILE says.
import { readFileSync } from 'node:fs'

const now = Date.now
Date.now = () => now() + Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))
