import { useEffect, useRef, useState } from 'react';
import { useMirror } from '../store/window-services.ts';

/**
 * The code that is being typed. When the way was started once more the old one is spent: the field is empty
 * again and has the focus, wherever the pressed button has gone (WCAG 2.4.3).
 */
export function useCode(): readonly [code: string, setCode: (code: string) => void] {
  const isRestarting = useMirror((mirror) => mirror.isRestarting);
  const [code, setCode] = useState('');
  const [wasRestarting, setWasRestarting] = useState(isRestarting);
  const isToFocus = useRef(false);
  if (wasRestarting !== isRestarting) {
    setWasRestarting(isRestarting);
    if (!isRestarting) setCode('');
  }

  useEffect(() => {
    if (isToFocus.current && !isRestarting) document.getElementById('code')?.focus();
    isToFocus.current = isRestarting;
  }, [isRestarting]);

  return [code, setCode];
}
