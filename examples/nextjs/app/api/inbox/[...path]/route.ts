import { inbox } from '../../../../lib/inbox'

export { inbox as GET, inbox as PATCH, inbox as POST }
