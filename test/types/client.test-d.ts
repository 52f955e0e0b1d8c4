import { expectTypeOf } from 'vitest'
import { createInboxClient } from '../../src/client/index.ts'
import type { MarkedAll } from '../../src/contract/index.ts'

/** Only `tsc` checks this file. */

const client = createInboxClient({ baseUrl: '/api/inbox' })

expectTypeOf(client.markAll('ada', { markAs: 'read' })).resolves.toEqualTypeOf<number>()
expectTypeOf(client.markAll('ada', { markAs: 'read', feedIdentifier: 'activity' })).resolves.toEqualTypeOf<number>()
expectTypeOf(client.markAll('ada', { markAs: 'read', returnIds: true })).resolves.toEqualTypeOf<number | MarkedAll>()
