"""The reference against numbers that papers print, and against what they prove."""
