import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { inboxProps } from './inbox.server'

/** For loaders, which run on the server and in the browser. */
export const loadInbox = createServerFn().handler(() => inboxProps(getRequest()))
