import { lockFolder } from '../../../src/service/database/folderLock.ts'

/** A process that tries to lock each folder it receives, and reports the result. It holds a lock until the next folder. */
let release = () => {}
process.on('message', async (folder: string) => {
  release()
  release = () => {}
  try {
    const lock = await lockFolder(folder)
    release = () => lock.release()
    process.send?.('locked')
  } catch (error) {
    process.send?.(String(error))
  }
})
process.send?.('ready')
