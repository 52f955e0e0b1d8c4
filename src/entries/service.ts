export * from 'tidings-service'
