import path from 'node:path'
import { type PackedPackage, packPackage } from './packPackage.ts'

/** Packs both packages as they are published, after `npm run build`, into folders below `target`. */
export const packPackages = (target: string): { tidings: PackedPackage; service: PackedPackage } => ({
  tidings: packPackage('.', path.join(target, 'tidings')),
  service: packPackage('packages/service', path.join(target, 'tidings-service')),
})
