import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswerIf } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useIsDisconnected } from '../../shared/realtime/connectivity.ts'

/** The photos of a lamp. Undefined without an address, and while the device is offline and cannot read them. */
export function useLampPhotos(topic: string, addr: number | null): ActionOutput<'getLampPhotos'>['photos'] | undefined {
  const { plantId } = useCurrentPlant()
  const isDisconnected = useIsDisconnected()
  const isWanted = addr !== null && !isDisconnected
  // Preview links are valid for a minute, so an older answer is useless.
  const answer = useAnswerIf(isWanted, 'getLampPhotos', { plantId, topic, addr: addr ?? 1 }, { gcTime: 0 })
  return addr === null ? undefined : answer?.photos
}
