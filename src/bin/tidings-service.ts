#!/usr/bin/env node
import { runProcess } from '../service/runProcess.ts'

await runProcess('tidings-service')
