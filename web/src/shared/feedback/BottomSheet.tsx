import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from './AnswerBoundary.tsx'
import { useRestoreFocus } from './Dialog.tsx'

type SheetProps = { opened: boolean; onClose: () => void; title: string; children: ReactNode }

/** A sheet from the bottom, for content without room on a phone's page. */
export function BottomSheet({ opened, onClose, title, children }: SheetProps) {
  const { t } = useTranslation('shared')
  useRestoreFocus(opened)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      position="bottom"
      size="auto"
      styles={{ content: { height: 'auto', maxHeight: '85dvh' } }}
      radius="18px 18px 0 0"
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <AnswerBoundary>{children}</AnswerBoundary>
    </Drawer>
  )
}
