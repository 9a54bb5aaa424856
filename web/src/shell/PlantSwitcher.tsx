import { Popover, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingCommunity, IconSelector } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../shared/api/use-answer.ts'
import { AnswerBoundary } from '../shared/feedback/AnswerBoundary.tsx'
import { AppLink } from '../shared/navigation.tsx'
import { usePlantDetails } from '../shared/plant/plant.ts'
import { StatusInline } from '../shared/status/StatusTag.tsx'
import { pathTo } from '../site-map.ts'
import * as styles from './frame.module.css'

/** Names the open plant and switches to another one. */
export function PlantSwitcher({ plantId, narrow }: { plantId: string; narrow: boolean }) {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const details = usePlantDetails(plantId)
  const plant = details.data ? details.data.plant : undefined
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={styles.switcher} onClick={() => setOpen(!isOpen)}>
          <span className="vx-hidden">{t('switcher.label')}</span>
          {narrow ? (
            <IconBuildingCommunity size={18} stroke={1.8} aria-hidden />
          ) : (
            <>
              <span>
                <b title={plant?.plantname}>{plant?.plantname ?? '…'}</b>
                <small>{plant?.address.city}</small>
              </span>
              <IconSelector size={16} aria-hidden />
            </>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <AnswerBoundary>
          <PlantChoice onChosen={() => setOpen(false)} />
        </AnswerBoundary>
      </Popover.Dropdown>
    </Popover>
  )
}

function PlantChoice({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('shell')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 200)
  const plants = useAnswer('getAllPlants', { search }, { placeholderData: keepPreviousData }).plants
  return (
    <>
      <TextInput
        data-autofocus
        mb={6}
        aria-label={t('switcher.search')}
        placeholder={t('switcher.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={styles.choice}>
        {plants.slice(0, 12).map((plant) => (
          <li key={plant.plant_id}>
            <AppLink to={pathTo('plantOverview', { plantId: plant.plant_id })} onClick={onChosen}>
              <span>
                <b>{plant.plantname}</b>
                <small>{plant.address.city}</small>
              </span>
              <StatusInline state={plant.condition} />
            </AppLink>
          </li>
        ))}
        <li>
          <AppLink to={pathTo('home')} onClick={onChosen}>
            {t('word.allPlants')}
          </AppLink>
        </li>
      </ul>
    </>
  )
}
