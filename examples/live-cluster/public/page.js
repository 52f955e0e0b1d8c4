const inbox = document.querySelector('tidings-inbox')

// Shows which proxy serves the stream. An app does not need this.
inbox.fetch = async (url, init) => {
  const response = await fetch(url, init)
  if (new URL(url, location.href).pathname.endsWith('/live'))
    document.querySelector('output').value = response.headers.get('x-served-by')
  return response
}

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => fetch(`/trigger/${button.value}`, { method: 'POST' }))
