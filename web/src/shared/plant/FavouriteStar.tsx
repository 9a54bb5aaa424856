import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../api/use-action.ts'

type Starred = { plant_id: string; plantname: string; favourite: boolean }

/** The person's mark on a plant, updated optimistically, and how to turn it. */
export function useFavourite(plant: Starred) {
  const save = useActionMutation('saveFavourite', { refresh: ['getAllPlants', 'getPlantDetails'] })
  const favourite = save.isPending ? save.variables.favourite : plant.favourite
  const turn = () => save.mutate({ plantId: plant.plant_id, favourite: !favourite })
  return { favourite, turn, Icon: favourite ? IconStarFilled : IconStar }
}

/** Marks or unmarks a plant as the person's favorite. */
export function FavouriteStar({ plant }: { plant: Starred }) {
  const { t } = useTranslation('shared')
  const { favourite, turn, Icon } = useFavourite(plant)
  return (
    <ActionIcon
      variant="subtle"
      color={favourite ? 'orange.8' : 'gray'}
      className="vx-no-print"
      aria-label={t('favourite.of', { plant: plant.plantname })}
      aria-pressed={favourite}
      onClick={turn}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  )
}
