import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../api/use-action.ts'

type Starred = { plant_id: string; plantname: string; favourite: boolean }

/** Marks or unmarks a plant as the person's favorite, with an optimistic update. */
export function FavouriteStar({ plant }: { plant: Starred }) {
  const { t } = useTranslation('shared')
  const save = useActionMutation('saveFavourite', { refresh: ['getAllPlants', 'getPlantDetails'] })
  const favourite = save.isPending ? save.variables.favourite : plant.favourite
  const Icon = favourite ? IconStarFilled : IconStar
  return (
    <ActionIcon
      variant="subtle"
      color={favourite ? 'orange.8' : 'gray'}
      className="vx-no-print"
      aria-label={t('favourite.of', { plant: plant.plantname })}
      aria-pressed={favourite}
      onClick={() => save.mutate({ plantId: plant.plant_id, favourite: !favourite })}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  )
}
