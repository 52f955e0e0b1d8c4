#!/usr/bin/env node
import { runProcess } from '../service/command/commandLine.ts'

await runProcess('tidings-service')
