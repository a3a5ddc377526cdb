// A reporter that names the files whose tests have failed, a line each.

export default async function* failed(events) {
  const files = new Set();
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) files.add(data.file);
  yield [...files].map((file) => `${file}\n`).join('');
}
