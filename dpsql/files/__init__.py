"""Operations on the file system: private files and folders, durable writes, near names."""
