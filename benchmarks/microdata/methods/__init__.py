"""The methods that are compared, one file each; each states the guarantee that it really has."""
