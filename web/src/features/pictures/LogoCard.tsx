import { pictureLimits } from '@vigilux/contract/features/pictures/picture.ts'
import { useTranslation } from 'react-i18next'
import { callOnce, useActionMutation } from '../../shared/api/use-action.ts'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { PictureCard } from './PictureCard.tsx'

/** The logo of a plant, in its settings. */
export function LogoCard({ plant }: { plant: PlantDetails['plant'] }) {
  const { t } = useTranslation('pictures')
  const { plant_id: plantId, plantname: name, logo } = plant
  const remove = useActionMutation('removeLogo', { refresh: ['getPlantDetails'] })
  return (
    <PictureCard
      title={t('logo.title')}
      address={logo}
      alt={t('logo.alt', { name })}
      none={t('logo.none')}
      hint={t('logo.hint', { megabytes: pictureLimits.bytes / 1024 ** 2 })}
      blockedReason={changeBlockedReason(plant, 'plant.administer', t('logo.readOnly'))}
      askLeave={({ size: bytes }) => callOnce('uploadLogo', { plantId, bytes })}
      remove={{ run: () => remove.mutateAsync({ plantId }), error: remove.error, busy: remove.isPending }}
      refresh="getPlantDetails"
    />
  )
}
