import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Lazy parts take time on a busy machine.
configure({ asyncUtilTimeout: 5_000 })

afterEach(cleanup)
