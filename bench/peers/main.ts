import { fakeNetwork } from './fakeNetwork.ts'
import { listProbes } from './listProbes.ts'

fakeNetwork()
window.listProbes = listProbes
