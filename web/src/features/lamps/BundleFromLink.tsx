import { lazy } from '../../shared/lazy.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'

const OpenBundle = lazy(async () => (await import('./OpenBundle.tsx')).OpenBundle)

/** Opens the parameter bundle in the address, on any page with lamps. */
export function BundleFromLink() {
  const { key, close } = useOpenDetail('bundle')
  return key ? <OpenBundle bundleId={key} onClose={close} /> : null
}
