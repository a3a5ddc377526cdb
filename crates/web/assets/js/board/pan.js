// Moving a zoomed picture about with the mouse. The window is listened to only while that lasts.

/** So many pixels make a drag of a click. */
export const LEAST_DRAG = 6;

/** Follows a mouse whose button is down; returns what ends it. */
export function startPan(event, zoom, { onpan, onend }) {
  const listening = new AbortController();
  const { signal } = listening;
  let [x, y] = [event.clientX, event.clientY];
  let isDrag = false;
  const follow = (moved) => {
    if (!isDrag && Math.hypot(moved.clientX - x, moved.clientY - y) < LEAST_DRAG) return;
    isDrag = true;
    onpan();
    zoom.pan(moved.clientX - x, moved.clientY - y);
    [x, y] = [moved.clientX, moved.clientY];
  };
  const end = () => {
    listening.abort();
    onend();
  };
  addEventListener('pointermove', follow, { signal });
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
  return listening;
}
