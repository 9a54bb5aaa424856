import { Drawer } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../feedback/Dialog.tsx'
import { FilterPanel } from './FilterPanel.tsx'

type SheetProps = ComponentProps<typeof FilterPanel> & { opened: boolean; onClose: () => void }

/** The filters on a phone: a sheet from below. */
export function FilterSheet({ opened, onClose, ...panel }: SheetProps) {
  const { t } = useTranslation('shared')
  useFocusBack(opened)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      position="bottom"
      size="auto"
      styles={{ content: { maxHeight: '85dvh' } }}
      radius="18px 18px 0 0"
      title={t('table.filters')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <FilterPanel {...panel} />
    </Drawer>
  )
}
