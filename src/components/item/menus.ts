import { Menu } from '../base/Menu.tsx'
import { RowChoices } from './RowChoices.tsx'

/** One object, because bundlers add code for a module that is imported as a whole. */
export const menus = { Menu, RowChoices }
